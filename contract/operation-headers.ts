/**
 * A header of a write: the changes of one caller that carry the same identifier are a group by themselves. What the
 * identifier begins with tells what the group is.
 */
export const OPERATION_HEADER = 'bulk-operation';
export const OPERATION_ID = /^[\w-]{1,64}$/;

/** The response header of the console and of tools that names the group of a write. */
export const CHANGE_GROUP_HEADER = 'change-group';
