import * as mini from 'zod/mini'

/** A color such as `#1a2b3c`, in lower case. */
export const hexColor = mini.string().check(mini.regex(/^#[0-9a-f]{6}$/i, { error: 'Enter a color such as #1a2b3c' }), mini.toLowerCase())
