import { linkMessages, logoInvalidMessage, qrLogoMaxBytes, qrLogoTypes, typedDestinationHref } from '@linkshelf/contract'

/** A logo to save, or the message for the field. */
export type LogoInput = { logo: string } | { problem: string }

/** An uploaded or dropped file as a data URL. */
export async function readLogoFile(file: File): Promise<LogoInput> {
  const isPicture = qrLogoTypes.some((type) => type === file.type)
  if (!isPicture || file.size > qrLogoMaxBytes) return { problem: logoInvalidMessage }
  try {
    return { logo: await dataUrlOf(file) }
  } catch {
    return { problem: logoInvalidMessage }
  }
}

/** The address of a picture; the server fetches it. */
export function parseLogoAddress(typed: string): LogoInput {
  const address = typedDestinationHref(typed)
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
