float var;
int x = ;
