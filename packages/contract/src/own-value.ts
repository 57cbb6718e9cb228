/** The value of a word of a user in a record; undefined for words such as `constructor`, which every object has. */
export function ownValue<T>(record: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(record, word) ? record[word] : undefined
}
