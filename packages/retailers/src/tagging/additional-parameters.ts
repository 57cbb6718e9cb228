/** Parameters of the owner, without those that only the tagging may set. */
export function additionalParameters(query: string | undefined, reserved: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => name !== '' && !reserved.includes(name.toLowerCase()))
}

/** Deletes the parameters that a test finds by their name, in lower case. */
export function deleteParameters(url: URL, isDeleted: (name: string) => boolean): void {
  for (const name of new Set(url.searchParams.keys())) if (isDeleted(name.toLowerCase())) url.searchParams.delete(name)
}
