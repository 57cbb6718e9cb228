// Messages that the dashboard shows itself. Apart from the catalogue, which its first visit does not need.

export const signInRequiredMessage = 'Your session has expired. Please sign in again.'
export const faultMessage = 'An unexpected error occurred'
export const linkNotFoundMessage = "The link you're looking for doesn't exist or has been removed."
