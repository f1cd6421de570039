/** Something came in the way of writing after the folder was compared. */
export class ChangedFolder extends Error {}
