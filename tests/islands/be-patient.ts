import { configure } from '@testing-library/react'

// Parts of a screen are loaded when they are needed, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 120_000 })
