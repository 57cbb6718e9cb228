import { feedbackMessages, isStandardText } from '@linkshelf/contract'

/** What was written, as it was typed. */
export interface WrittenIdea {
  subject: string
  idea: string
}

/** Why it cannot be sent, and the field it is about; none when it is about the project. */
export interface IdeaProblem {
  message: string
  field?: keyof WrittenIdea
}

const fields = ['subject', 'idea'] as const

/** Nothing when it can be sent. What concerns everything comes first, then the fields in their order. */
export function ideaProblem(written: WrittenIdea, hasProject: boolean): IdeaProblem | undefined {
  if (!hasProject) return { message: feedbackMessages.projectRequired }

  const blank = fields.find((field) => written[field].trim() === '')
  if (blank !== undefined) return { message: feedbackMessages.fieldsRequired, field: blank }

  const unusual = fields.find((field) => !isStandardText(written[field]))
  return unusual && { message: feedbackMessages.standardCharacters, field: unusual }
}
