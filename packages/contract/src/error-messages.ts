// Messages that the dashboard shows itself. Apart from the catalogue, which its first visit does not need.

export const signInRequiredMessage = 'Your session has expired. Please sign in again.'
export const faultMessage = 'An unexpected error occurred'
export const linkNotFoundMessage = "The link you're looking for doesn't exist or has been removed."
export const logoInvalidMessage =
  'This picture cannot be used as a logo. Choose a PNG, JPEG, WebP or GIF of at most 500 KB and 2,000 × 2,000 pixels.'
