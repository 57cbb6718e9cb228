/** `qrCodes` as `QR codes`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replace(/^Qr /, 'QR ')
    .replace(/^Api /, 'API ')
    .replace(/^Utm /, 'UTM ')
    .replace(/^Youtube /, 'YouTube ')
    .replace(/^Me$/, 'Account')
    .replaceAll(/ url\b/gi, ' URL')
}
