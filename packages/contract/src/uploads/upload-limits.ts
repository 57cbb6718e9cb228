/** Limits for an uploaded picture: bytes, pixels and media types. */
export const uploadMaxBytes = 10_000_000
export const uploadMaxPixels = 16_000_000
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
