/** Why a backup could not be written or restored, in a sentence for the operator. */
export class BackupError extends Error {}
