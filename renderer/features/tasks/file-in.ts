/** A file of a folder of the core's machine, whose way of writing paths the folder shows. */
export const fileIn = (folder: string, name: string): string =>
  folder.startsWith("/") ? `${folder}/${name}` : `${folder}\\${name}`;
