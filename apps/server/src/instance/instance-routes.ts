import { type InstanceAbout, termsPath } from '@linkshelf/contract'
import { publicCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { askParts } from './ask-parts.ts'
import type { InstanceSettings } from './instance-settings.ts'
import { socialLink } from './social-link.ts'
import { makeStatusCheck } from './status-check.ts'

const calls = publicCall.instance

export function instanceRoutes(platform: Platform, { termsUrl, socialLinks = [], edgeUrl }: InstanceSettings) {
  const { origins, clock } = platform
  const about: InstanceAbout = { terms_url: termsUrl ?? `${origins.app}${termsPath}`, social_links: socialLinks.map(socialLink) }
  const checkStatus = makeStatusCheck(askParts(platform, edgeUrl ?? origins.public), clock)
  return {
    about: calls.about.handler(() => about),
    status: calls.status.handler(checkStatus),
  }
}
