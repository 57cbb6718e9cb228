/**
 * Returns a record's own value for a word that a user sent. Undefined for inherited properties, for example
 * `constructor`.
 */
export function findOwnValue<T>(record: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(record, word) ? record[word] : undefined
}
