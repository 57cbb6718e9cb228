// QR codes: their style, and their image.

export { toLogoImage } from './logo-image.ts'
export { qrRoutes } from './qr-routes.ts'
