export const spacedNhsNumber = (nhsNumber: string): string =>
  nhsNumber.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
