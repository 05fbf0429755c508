/** What few visits to the roster have to tell, as one script. */
export { KeptStudentsNotice } from './kept-students-notice.tsx';
export { NewStudentsNotice } from './new-students-notice.tsx';
