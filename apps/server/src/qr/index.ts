// QR codes: how one looks, and the picture of it.
export { qrRoutes } from './qr-routes.ts'
