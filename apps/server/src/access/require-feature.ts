import type { Entitlements, ErrorCode, Feature } from '@linkshelf/contract'
import { fail } from './app-error.ts'

/** What a call behind a feature answers without it: pages that are not enabled do not exist, analytics asks for an upgrade. */
const errorOf: Record<Feature, ErrorCode> = {
  hasFullAnalytics: 'FULL_ANALYTICS_REQUIRED',
  hasStorePage: 'NOT_FOUND',
  hasProductPage: 'NOT_FOUND',
}

export function requireFeature(entitlements: Entitlements, feature: Feature): void {
  if (!entitlements[feature]) fail(errorOf[feature])
}
