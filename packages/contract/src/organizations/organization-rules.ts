export const organizationNameMaxLength = 120

export const organizationFormMessages = {
  nameRequired: 'Organization name is required',
  created: 'Organization created',
  createFailed: 'The organization could not be created',
  renamed: 'Organization renamed',
  renameFailed: 'The organization could not be renamed',
} as const
