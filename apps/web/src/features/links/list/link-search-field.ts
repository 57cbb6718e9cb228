export const searchFieldId = 'search-links'

/** Focuses the search field of the list. Returns false if the screen has no search field. */
export function focusLinkSearch(): boolean {
  const field = document.getElementById(searchFieldId)
  field?.focus()
  return field !== null
}
