/** A boolean as both engines store it; serialized as `true` or `false`. */
export type Flag = 0 | 1;
