import { destinationHref, errorCatalogue, linkMessages, qrLogoMaxBytes, qrLogoTypes, withScheme } from '@linkshelf/contract'

/** Something to save, or the sentence that belongs at the field. */
export type CheckedLogo = { logo: string } | { problem: string }

/** A chosen or dropped file as a data URL. */
export async function checkedLogoFile(file: File): Promise<CheckedLogo> {
  const isPicture = qrLogoTypes.some((type) => type === file.type)
  if (!isPicture || file.size > qrLogoMaxBytes) return { problem: errorCatalogue.QR_LOGO_INVALID.message }
  try {
    return { logo: await dataUrlOf(file) }
  } catch {
    return { problem: errorCatalogue.QR_LOGO_INVALID.message }
  }
}

/** The address of a picture; the server fetches it. */
export function checkedLogoAddress(typed: string): CheckedLogo {
  const address = typed.trim() === '' ? undefined : destinationHref(withScheme(typed))
  return address === undefined ? { problem: linkMessages.invalidUrl } : { logo: address }
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
