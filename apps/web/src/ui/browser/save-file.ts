/** The URL is revoked after this delay, because some browsers read it only after the click was handled. */
const revokeAfterMs = 1_000

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
