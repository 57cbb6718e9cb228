/** Renders the QR codes of links, products and stores, and stores their style and logo. */

export { toLogoImage } from './logo-image.ts'
export { qrCodeRoutes } from './qr-code-routes.ts'
