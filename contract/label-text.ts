/** Whether a text can be a label, but for its length. */
export const isLabelText = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text) && text.trim() === text;
