// QR codes: how one looks, and the picture of it.
export { makePictureFetch } from './picture-fetch.ts'
export { qrRoutes } from './qr-routes.ts'
