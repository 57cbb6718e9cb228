import { passwordMinLength as defaultPasswordMinLength, type InstanceAbout, termsPath } from '@linkshelf/contract'
import { publicCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createPartChecks } from './check-parts.ts'
import type { InstanceSettings } from './instance-settings.ts'
import { findRollupStatus } from './rollup-status.ts'
import { socialLink } from './social-link.ts'
import { createStatusCheck } from './status-check.ts'

const calls = publicCall.instance

export function instanceRoutes(
  deps: Deps,
  { termsUrl, socialLinks = [], passwordMinLength = defaultPasswordMinLength, edgeUrl }: InstanceSettings,
  isLosingClicks: () => boolean,
) {
  const { origins, clock } = deps
  const about: InstanceAbout = {
    terms_url: termsUrl ?? `${origins.app}${termsPath}`,
    social_links: socialLinks.map(socialLink),
    password_min_length: passwordMinLength,
  }
  const checks = createPartChecks(deps, edgeUrl ?? origins.public)
  const checkStatus = createStatusCheck({ checks, isLosingClicks, findRollups: () => findRollupStatus(deps) }, clock)
  return {
    about: calls.about.handler(() => about),
    status: calls.status.handler(checkStatus),
  }
}
