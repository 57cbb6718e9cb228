/** The id of the QR code on the screen of a link. */
export const qrCodeId = 'qr-code'

/** The path of a link's screen, at its QR code. */
export function qrCodePath(urlId: string): string {
  return `/links/${urlId}#${qrCodeId}`
}
