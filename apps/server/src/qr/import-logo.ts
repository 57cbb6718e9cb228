import { fail } from '../access/index.ts'
import { type GuardedFetch, isFetchError } from '../platform/http/guarded-fetch.ts'
import { toLogoImage } from './logo-image.ts'

/** The PNG to store of a data URL, or of the URL of an image, which is fetched. Throws QR_LOGO_INVALID or QR_LOGO_UNREACHABLE. */
export async function importLogo(fetchImage: GuardedFetch, source: string): Promise<Buffer> {
  return toLogoImage(source.startsWith('data:') ? bytesOf(source) : await fetchBytes(fetchImage, source))
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

async function fetchBytes(fetchImage: GuardedFetch, address: string): Promise<Buffer> {
  if (!URL.canParse(address)) fail('QR_LOGO_UNREACHABLE')
  try {
    const response = await fetchImage(address)
    return response.status === 200 ? response.body : fail('QR_LOGO_UNREACHABLE')
  } catch (error) {
    if (isFetchError(error)) fail('QR_LOGO_UNREACHABLE')
    throw error
  }
}
