// Apart from the catalogue of errors: the dashboard checks a logo before it is sent.
export const logoInvalidMessage =
  'This picture cannot be used as a logo. Choose a PNG, JPEG, WebP or GIF of at most 500 KB and 2,000 × 2,000 pixels.'
