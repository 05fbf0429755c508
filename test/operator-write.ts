import { OPERATOR, type StudentWrite } from '../server/store/caller.ts';

export const operatorWrite = (accountId: string, studentUid: string): StudentWrite => ({
  caller: OPERATOR,
  at: 0,
  accountId,
  studentUid,
});
