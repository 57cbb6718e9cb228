import type { Link, QrConfig } from '@linkshelf/contract'
import { createQrMatrix, toSvg } from '../../server/src/platform/draw-qr-code.ts'
import { type Answers, aQrConfig, inProject, Reply } from '../test/api-answers.ts'

/** Returns the QR code of a URL, drawn by the server's own code. */
export function drawQrPicture(address: string, config: QrConfig = aQrConfig()): Reply {
  const style = { color: config.color, backgroundColor: config.background_color, isTransparent: config.background_transparent }
  const picture = toSvg(createQrMatrix(address, { hasLogo: false }), style, 512)
  return new Reply(200, Buffer.from(picture), { 'content-type': 'image/svg+xml' })
}

/** Returns the answers that the card of a link's QR code needs. */
export function createQrCodeAnswers({ url_id: urlId, url }: Pick<Link, 'url_id' | 'url'>, config: QrConfig = aQrConfig()): Answers {
  return {
    [`GET ${inProject}/urls/${urlId}/qr_code/config`]: () => config,
    [`GET ${inProject}/urls/${urlId}/qr_code`]: () => drawQrPicture(url, config),
  }
}
