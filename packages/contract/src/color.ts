import * as mini from 'zod/mini'

const noColor = { error: 'Enter a color such as #1a2b3c' }

/** A color such as `#1a2b3c`, in lower case. */
export const hexColor = mini.string(noColor).check(mini.regex(/^#[0-9a-f]{6}$/i, noColor), mini.toLowerCase())
