// QR codes: their style, and their image.
export { qrRoutes } from './qr-routes.ts'
