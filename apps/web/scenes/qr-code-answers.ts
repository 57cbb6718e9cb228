import type { Link, QrConfig } from '@linkshelf/contract'
import { createQrMatrix } from '../../server/src/qr/qr-matrix.ts'
import { writeSvg } from '../../server/src/qr/write-svg.ts'
import { type Answers, aQrConfig, inProject, Reply } from '../test/api-answers.ts'

/** The answers for the card of a link's QR code; the picture is drawn by the server's own code. */
export function qrCodeAnswers({ url_id: urlId, url }: Pick<Link, 'url_id' | 'url'>, config: QrConfig = aQrConfig()): Answers {
  const style = { color: config.color, backgroundColor: config.background_color, isTransparent: config.background_transparent }
  return {
    [`GET ${inProject}/urls/${urlId}/qr_code/config`]: () => config,
    [`GET ${inProject}/urls/${urlId}/qr_code`]: () => {
      const picture = writeSvg(createQrMatrix(url, { hasLogo: false }), style, 512)
      return new Reply(200, Buffer.from(picture), { 'content-type': 'image/svg+xml' })
    },
  }
}
