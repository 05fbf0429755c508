import type { ChangeGroupView } from '../../../../server/history/views.ts';

/** Whether the first changes of a group are no longer kept: what it has left leads back to a value in the middle. */
export const isPartialGroup = ({ group, changes }: ChangeGroupView): boolean => changes[0]?.number !== group;
