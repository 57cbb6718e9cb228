import type { Entitlements, ErrorCode, Feature } from '@linkshelf/contract'
import { fail } from './app-error.ts'

/** The error of a call whose feature is off: 404 for pages, 402 for analytics. */
const errorOf: Record<Feature, ErrorCode> = {
  hasFullAnalytics: 'FULL_ANALYTICS_REQUIRED',
  hasStorePage: 'NOT_FOUND',
  hasProductPage: 'NOT_FOUND',
  hasProducts: 'NOT_FOUND',
}

export function requireFeature(entitlements: Entitlements, feature: Feature): void {
  if (!entitlements[feature]) fail(errorOf[feature])
}
