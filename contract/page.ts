/** A page of the product; see `pages.ts`. */
export interface Page {
  path: string;
  title?: string;
  titleOf?: (...subject: never[]) => string;
  listed?: true;
  personal?: true;
}
