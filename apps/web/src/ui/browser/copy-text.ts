/** Copies text to the clipboard; returns false when the browser rejects it. */
export async function copyText(text: string): Promise<boolean> {
  // On plain http, browsers have no clipboard.
  if (navigator.clipboard === undefined) return copyThroughTextarea(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Copies by selecting the text in a field that exists for as long as this takes, beside what has the
 * focus: a dialog traps it.
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
