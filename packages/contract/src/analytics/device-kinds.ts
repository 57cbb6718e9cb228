/** Device classes of a click. Watches, cars and headsets are `other`. */
export const deviceKinds = ['phone', 'tablet', 'desktop', 'tv', 'console', 'other'] as const
export type DeviceKind = (typeof deviceKinds)[number]
