/** Renders the QR codes of links, products and stores, and stores their style and logo. */

export { qrCodeRoutes } from './qr-codes.ts'
export { toLogoImage } from './qr-logo.ts'
