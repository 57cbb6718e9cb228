/** Copies text to the clipboard. Returns false if the browser rejects the call. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers provide the Clipboard API only on https, so on plain http the text is copied from a temporary field.
  if (navigator.clipboard === undefined) return copyThroughTextarea(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Copies the text by selecting it in a temporary field. If the focus is in a dialog, the field is added to that dialog,
 * because the dialog traps the focus.
 */
function copyThroughTextarea(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  ;(focused?.closest('[role=dialog]') ?? document.body).append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
