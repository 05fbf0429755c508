const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day in the time zone of the browser, as an `<input type="date">` has it. */
export function toLocalDay(time: number): string {
  const at = new Date(time);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** As an `<input type="datetime-local">` has it. */
export function toLocalMinute(time: number): string {
  const at = new Date(time);
  return `${toLocalDay(time)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
