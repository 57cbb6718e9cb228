import { fail } from '../access/index.ts'
import type { GuardedFetch } from '../platform/http/guarded-fetch.ts'
import { fetchCopy } from '../uploads/index.ts'
import { toLogoImage } from './logo-image.ts'

/**
 * The PNG to store of a data URL, or of the URL of an image, which is fetched. Throws QR_LOGO_INVALID,
 * QR_LOGO_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN or TOO_MANY_REQUESTS.
 */
export async function importLogo(fetchImage: GuardedFetch, source: string): Promise<Buffer> {
  if (source.startsWith('data:')) return toLogoImage(bytesOf(source))
  return toLogoImage((await fetchCopy(fetchImage, source)) ?? fail('QR_LOGO_UNREACHABLE'))
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
