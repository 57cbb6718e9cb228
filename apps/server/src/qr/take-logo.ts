import { fail } from '../access/index.ts'
import { type GuardedFetch, isFetchError } from '../platform/http/guarded-fetch.ts'
import { logoPicture } from './logo-picture.ts'

/** The PNG to keep of what an owner gave: a data URL, or the address of a picture, which is fetched. Refuses what is no usable picture. */
export async function takeLogo(fetchPicture: GuardedFetch, given: string): Promise<Buffer> {
  return logoPicture(given.startsWith('data:') ? bytesOf(given) : await fetched(fetchPicture, given))
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

async function fetched(fetchPicture: GuardedFetch, address: string): Promise<Buffer> {
  if (!URL.canParse(address)) fail('QR_LOGO_UNREACHABLE')
  try {
    const answer = await fetchPicture(address)
    return answer.status === 200 ? answer.body : fail('QR_LOGO_UNREACHABLE')
  } catch (error) {
    if (isFetchError(error)) fail('QR_LOGO_UNREACHABLE')
    throw error
  }
}
