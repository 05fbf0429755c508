/** What one request may ask for or hold. */
export const MAX_PAGE_SIZE = 100;
/** Of GET /beta/changes. */
export const MAX_CHANGES_PER_PAGE = 500;
/** For how long GET /beta/changes may be held, and how many of a key and of an account are at once. */
export const MAX_WAIT_SECONDS = 30;
export const MAX_WAITING_OF_KEY = 2;
export const MAX_WAITING_OF_ACCOUNT = 6;
export const MAX_QUERY_LENGTH = 200;
/** The length of a UID in the catalogue. A longer one in a request is a student that does not exist. */
export const MAX_UID_LENGTH = 64;
/** The length of a student's name in the catalogue. A longer one names nobody. */
export const MAX_NAME_LENGTH = 200;
/** Of a goal. Labels and the note are measured in code points. */
export const MAX_LABELS = 10;
export const MAX_LABEL_LENGTH = 40;
export const MAX_NOTE_LENGTH = 500;
export const MAX_PRIORITY = 9999;
/** Of the campaign, which has 30 by now. */
export const MAX_AREA = 999;
/** In one request: several times the items of the game. */
export const MAX_ITEM_CHANGES = 5_000;
/** Of one item in the stock. */
export const MAX_ITEM_COUNT = 9_999_999_999;
