import { dirname } from 'node:path';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Why a file cannot be read, and what to do, in words instead of the system's code. */
export function describeReadError(file: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no file ${file}. Check the path.`;
    case 'EISDIR':
      return `${file} is a folder. Name a file.`;
    case 'EACCES':
    case 'EPERM':
      return `You may not read ${file}. Check its permissions.`;
    default:
      return `${file} cannot be read: the system reports ${codeOf(error)}.`;
  }
}

/** Why a folder cannot be read, and what to do. */
export function describeFolderError(folder: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return `There is no folder ${folder}. Create it, or name another.`;
    case 'ENOTDIR':
      return `${folder} is not a folder. Name one.`;
    case 'EACCES':
    case 'EPERM':
      return `You may not read the folder ${folder}. Check its permissions.`;
    default:
      return `The folder ${folder} cannot be read: the system reports ${codeOf(error)}.`;
  }
}

/** Why a new file cannot be written, and what to do. */
export function describeWriteError(file: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'EEXIST':
      return `There is a file at ${file} already. Name one that does not exist.`;
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no folder ${dirname(file)}. Create it, or name another file.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `You may not write ${file}. Name a file in another folder.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `${file} is incomplete, because the disk is full. Remove the file and free some space.`;
    default:
      return `${file} cannot be written: the system reports ${codeOf(error)}.`;
  }
}
