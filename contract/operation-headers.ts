/**
 * A header of a write: the changes of one caller that carry the same identifier are a group by themselves. What the
 * identifier begins with tells what the group is.
 */
export const OPERATION_HEADER = 'bulk-operation';
export const OPERATION_ID = /^[\w-]{1,64}$/;

/**
 * A header of a write that takes changes back, with the numbers of their groups: what these took from the stock for the
 * student returns, and so does the goal that they ended.
 */
export const TAKES_BACK_HEADER = 'takes-back';
export const MAX_GROUPS_TAKEN_BACK = 100;
/** A header of a write of the console: `1` takes what a raised value costs out of the stock. */
export const SPENDS_HEADER = 'spends-stock';
/** A header of a write of the console: `1` ends the student's goal if the write reaches all of it. */
export const ENDS_GOAL_HEADER = 'ends-goal';

/**
 * A header of a registration or change of a student: `true` leaves each value as it is that is lower than the recorded one,
 * or null beside one.
 */
export const RAISE_ONLY_HEADER = 'raise-only';

/** The response header that names the server's version to who has a key. */
export const VERSION_HEADER = 'rollbook-version';

/** The response header of the console and of tools that names the group of a write. */
export const CHANGE_GROUP_HEADER = 'change-group';
