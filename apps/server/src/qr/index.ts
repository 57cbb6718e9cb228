// QR codes: their style, and their image.
export { createImageFetch } from './image-fetch.ts'
export { qrRoutes } from './qr-routes.ts'
