// What was done on this page, to undo it and to do it again.

export class UndoStack {
  constructor() {
    this.past = []; // newest last
    this.future = [];
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  // What follows a new step is not done again.
  add(step) {
    this.past.push(step);
    this.future = [];
  }

  // Each step becomes what *rest* leaves of it; where that is null nothing is left.
  reduce(rest) {
    for (const steps of ["past", "future"])
      this[steps] = this[steps].map(rest).filter((step) => step !== null);
  }

  // Returns the step to take back, undefined where there is none.
  undo() {
    const step = this.past.pop();
    if (step) this.future.push(step);
    return step;
  }

  // Returns the step to do again, undefined where there is none.
  redo() {
    const step = this.future.pop();
    if (step) this.past.push(step);
    return step;
  }
}
