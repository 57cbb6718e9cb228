import type { Link, QrConfig } from '@linkshelf/contract'
import { openQrPictures } from '../../server/src/qr/qr-pictures.ts'
import { type Answers, aQrConfig, inProject, Reply } from '../test/api-answers.ts'

const pictures = openQrPictures()

/** What the card of a link's QR code asks for; the picture is the server's own. */
export function answersAboutQrCode({ url_id: urlId, url }: Pick<Link, 'url_id' | 'url'>, config: QrConfig = aQrConfig()): Answers {
  const look = { color: config.color, backgroundColor: config.background_color, isTransparent: config.background_transparent }
  return {
    [`GET ${inProject}/urls/${urlId}/qr_code/config`]: () => config,
    [`GET ${inProject}/urls/${urlId}/qr_code`]: async () => {
      const picture = await pictures.draw({ text: url, ...look, logo: undefined, format: 'png', size: 512 })
      return new Reply(200, picture, { 'content-type': 'image/png' })
    },
  }
}
