export const searchFieldId = 'search-links'

/** Focuses the search of the list; false where there is none. */
export function focusLinkSearch(): boolean {
  const field = document.getElementById(searchFieldId)
  field?.focus()
  return field !== null
}
