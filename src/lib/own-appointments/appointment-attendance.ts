/** Tells staff what the patient says about coming; empty until they say. */
export const formatAttendance = (attendance: { is_coming: boolean } | null): string =>
  attendance === null ? '' : attendance.is_coming ? 'Will come' : 'Cannot come'
